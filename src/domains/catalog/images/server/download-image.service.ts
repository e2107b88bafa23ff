import { createHash } from 'node:crypto';
import { DownloadFailed, downloadFile } from '#platform/outgoing/download-file.ts';
import type { Errors } from '#shared/errors.ts';
import { MAX_IMAGE_BYTES } from '#shared/image-rules.ts';
import type { Catalogue, Operation } from '../../server/catalog-deps.ts';
import { appendImage, naming } from './image.service.ts';

/** Appends the image at an address. Its id is made of the address, so that it is not downloaded again. */
export const downloadImage: Operation<'downloadImage'> = (catalogue, { productId, url }, call) =>
  naming('Failed to download image', async () => {
    const { errors, signal } = call;
    if ((await catalogue.disk?.state())?.isShort) throw errors.DISK_FULL();
    const image = { productId, id: downloadedId(productId, url), primary: false };
    return appendImage(catalogue, image, call, () =>
      catalogue.downloads(() => downloadOf(catalogue, errors, { url, signal })),
    );
  });

/** An id made of the product and the address, as version 8: made by no generator. */
function downloadedId(productId: string, url: string): string {
  const hash = createHash('sha256').update(`${productId} ${url}`).digest('hex');
  return hash.replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12}).*$/, '$1-$2-8$3-8$4-$5');
}

/** The bytes at an address, of which the rest of the shop knows nothing yet. */
async function downloadOf(
  { privateHosts: allowedHosts = [] }: Pick<Catalogue, 'privateHosts'>,
  errors: Errors<'URL_REFUSED' | 'DOWNLOAD_FAILED' | 'IMAGE_TOO_LARGE'>,
  { url, signal }: { url: string; signal: AbortSignal | undefined },
): Promise<Uint8Array> {
  try {
    return await downloadFile(url, { maxBytes: MAX_IMAGE_BYTES, allowedHosts, signal });
  } catch (error) {
    if (!(error instanceof DownloadFailed)) throw error;
    const { reason, status } = error;
    if (reason === 'refused') throw errors.URL_REFUSED();
    if (reason === 'too large') throw errors.IMAGE_TOO_LARGE();
    throw errors.DOWNLOAD_FAILED({ data: { reason: failureText(reason, status) }, cause: error });
  }
}

function failureText(reason: DownloadFailed['reason'], status: number | undefined): string {
  if (reason === 'timeout') return 'the other server took too long';
  if (status === 404 || status === 410) return 'it is no longer at this address';
  if (status === 401 || status === 403) return 'the other server does not allow it';
  return status ? `the other server answered ${status}` : 'the other server cannot be reached';
}
