declare module '@20minutes/s3rver' {
  export default class S3rver {
    constructor(options: {
      address: string
      port: number
      directory: string
      silent: boolean
      vhostBuckets: boolean
      configureBuckets: { name: string; configs: (string | Buffer)[] }[]
    })
    run(): Promise<{ address: string; port: number }>
  }
}
