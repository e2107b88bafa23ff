/** Whether a place of backups is a bucket: s3://bucket/one/two. */
export const isBucket = (address: string): boolean => address.startsWith('s3://');

/** `s3://bucket/one/two` → the bucket and `one/two`. */
export function bucketOf(address: string): { bucket: string; prefix: string } {
  const [bucket = '', ...folders] = address.slice('s3://'.length).split('/');
  return { bucket, prefix: folders.filter((folder) => folder !== '').join('/') };
}
