/** How the portal reaches its bucket. */
export interface S3Settings {
  bucket: string
  region: string
  /** The URL of a store other than Amazon's. */
  endpoint?: string | undefined
  /** The credentials; by default those of the machine: its role, or the account's AWS files. */
  credentials?: { accessKeyId: string; secretAccessKey: string } | undefined
}
