import { useRef, useState } from 'react';
import { useApi } from '#shared/api.tsx';
import { randomId } from '#shared/random-id.ts';
import type { ProductsApi } from '../../../products/ui/admin/product-admin.queries.ts';
import { MATCHED_KEYS, type MatchedProduct } from '../../image.contract.ts';
import { MAX_IMAGES } from '../../images.ts';
import {
  matchFiles,
  type NamedFile,
  photographId,
  type Unmatched,
  wantedNames,
} from '../../photograph-match.ts';
import { useUploadImage } from './image.queries.ts';
import { fitPhotograph, listPhotographs, type Photograph } from './photographs.ts';
import { Refused } from './transfer-queue.ts';
import { type RunTransfer, useImageRun } from './use-image-run.ts';

interface PhotographTransfer extends RunTransfer {
  photograph: Photograph;
  productId: string;
  /** The ids of the product's images, with those added since. */
  images: Set<string>;
}

export type PhotographStep =
  | { at: 'none' }
  /** `fraction`: of the names that were looked for. */
  | { at: 'matching'; fraction: number }
  | { at: 'failed'; files: File[]; error: unknown }
  | {
      at: 'matched';
      matched: { file: Photograph; product: MatchedProduct }[];
      rest: Unmatched<NamedFile>[];
    };

/** Finds the products of photographs, and adds them. `ofImport`: the change set of the import that they belong to. */
export function usePhotographs(ofImport?: string | null) {
  const { catalog } = useApi<ProductsApi>();
  const upload = useUploadImage();
  const [step, setStep] = useState<PhotographStep>({ at: 'none' });
  const stop = useRef<AbortController>(undefined);
  const run = useImageRun<PhotographTransfer>('photographs', async (transfer, { signal }, changeSet) => {
    const { photograph, productId, images } = transfer;
    const id = photographId(productId, await unreadable(photograph.content()));
    if (images.has(id)) return null;
    if (images.size >= MAX_IMAGES) throw new Refused(`The product has ${MAX_IMAGES} images already`);
    const file = await fitPhotograph(await unreadable(photograph.read()));
    const image = await upload({ productId, id, file, primary: false, changeSet }, { signal });
    images.add(id);
    return image;
  });

  async function choose(files: File[]) {
    stop.current?.abort();
    const own = new AbortController();
    stop.current = own;
    const show = (next: PhotographStep) => !own.signal.aborted && setStep(next);
    show({ at: 'matching', fraction: 0 });
    try {
      const { photographs, rest } = await listPhotographs(files);
      const names = wantedNames(photographs);
      const found = new Map<string, MatchedProduct[]>();
      for (let start = 0; start < names.length && !own.signal.aborted; start += MATCHED_KEYS) {
        const keys = names.slice(start, start + MATCHED_KEYS);
        for (const product of await catalog.matchProducts({ keys }, { signal: own.signal })) {
          const name = keys[product.at]!;
          found.set(name, [...(found.get(name) ?? []), product]);
        }
        show({ at: 'matching', fraction: Math.min(1, (start + MATCHED_KEYS) / names.length) });
      }
      const { matched, rest: unmatched } = matchFiles(photographs, found);
      show({ at: 'matched', matched, rest: [...unmatched, ...rest] });
    } catch (error) {
      show({ at: 'failed', files, error });
    }
  }

  return {
    step,
    run,
    choose: (files: File[]) => void choose(files),
    clear() {
      stop.current?.abort();
      run.clear();
      setStep({ at: 'none' });
    },
    start(matched: Extract<PhotographStep, { at: 'matched' }>['matched']) {
      const images = new Map<string, Set<string>>();
      for (const { product } of matched) images.set(product.id, new Set(product.images));
      run.start(
        matched.map(({ file, product }) => ({
          id: randomId(),
          lane: product.id,
          label: file.path,
          product: product.name,
          photograph: file,
          productId: product.id,
          images: images.get(product.id)!,
        })),
        ofImport,
      );
    },
  };
}

/** A file that was moved or deleted since it was chosen is no lost connection. */
async function unreadable<T>(reading: Promise<T>): Promise<T> {
  try {
    return await reading;
  } catch (error) {
    throw error instanceof Refused ? error : new Refused('The file could not be read. Choose it again.');
  }
}
