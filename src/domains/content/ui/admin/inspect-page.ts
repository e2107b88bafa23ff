import { headEnd, type InspectedPage, tagsOfHead } from '../../link-preview.ts';

/** A page with the URL at which this browser shows its image. */
export interface PageWithImage extends InspectedPage {
  imageFile: File | null;
}

/** No cookie is sent: the answer is what everyone gets. */
const AS_VISITOR = { credentials: 'omit', cache: 'no-store' } as const;

const sizeOf = (text: string) => new Blob([text]).size;

/** Reads a page of this shop, and the image it names if that is of this shop too. Throws if there is no answer. */
export async function inspectPage(
  path: string,
  publicUrl: string,
  signal: AbortSignal,
): Promise<PageWithImage> {
  const answer = await fetch(path, { ...AS_VISITOR, headers: { accept: 'text/html' }, signal });
  const html = await answer.text();
  const head = tagsOfHead(html);
  const final = new URL(answer.url);
  const read = await readImage(head.og.image, publicUrl, signal);
  return {
    path: final.pathname + final.search,
    status: answer.status,
    bytes: sizeOf(html),
    headBytes: sizeOf(html.slice(0, headEnd(html))),
    head,
    image: read?.facts ?? null,
    imageFile: read?.file ?? null,
  };
}

async function readImage(url: string | undefined, publicUrl: string, signal: AbortSignal) {
  // Foreign addresses are not asked.
  if (!url?.startsWith(`${publicUrl}/`)) return null;
  const answer = await fetch(url.slice(publicUrl.length), { ...AS_VISITOR, signal });
  const blob = await answer.blob();
  const facts = { status: answer.status, bytes: blob.size, type: blob.type, width: 0, height: 0 };
  if (!answer.ok) return { facts, file: null };
  const { width, height } = await createImageBitmap(blob);
  return { facts: { ...facts, width, height }, file: new File([blob], 'image', { type: blob.type }) };
}
