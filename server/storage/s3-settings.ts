/** How the portal reaches its bucket. */
export interface S3Settings {
  bucket: string
  region: string
  /** Of a store other than Amazon's. */
  endpoint?: string | undefined
  /** By default those of the machine: its role, or the account's AWS files. */
  credentials?: { accessKeyId: string; secretAccessKey: string } | undefined
}
