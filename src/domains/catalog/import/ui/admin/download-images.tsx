import { useQuery } from '@tanstack/react-query';
import { Download } from 'lucide-react';
import { Button } from '#design/button.tsx';
import { QueryError } from '#design/query-error.tsx';
import { Skeleton } from '#design/skeleton.tsx';
import { useApi } from '#shared/api.tsx';
import { plural } from '#shared/plural.ts';
import { randomId } from '#shared/random-id.ts';
import { useDownloadImage } from '../../../images/ui/admin/image.queries.ts';
import { ImageRunPanel, LeftoverList } from '../../../images/ui/admin/image-run-panel.tsx';
import { type RunTransfer, useImageRun } from '../../../images/ui/admin/use-image-run.ts';
import {
  findImageProducts,
  type ImageDownload,
  type ImageSource,
  planDownloads,
} from '../../image-sources.ts';
import type { ImportKey } from '../../product-csv.ts';
import type { CsvReader } from './csv-reader.ts';
import { saveTable } from './save-file.ts';
import type { ImportApi } from './use-preview.ts';

type DownloadTransfer = RunTransfer & ImageDownload;

/** The images of an imported file, and what its products are recognised by. */
export interface FileImages {
  sources: ImageSource[];
  key: ImportKey;
}

const saveLeftOut = (rows: string[][]) => saveTable('images_left_out.csv', rows);

/** Downloads the images whose addresses a file has. Nothing without any, unless downloads are in progress. */
export function DownloadImages({
  images,
  ofImport,
}: {
  images?: FileImages;
  /** The change set of the import whose images they are. */
  ofImport?: string | null;
}) {
  const download = useDownloadImage();
  const run = useImageRun<DownloadTransfer>('downloads', ({ productId, url }, { signal }, changeSet) =>
    download({ productId, url, changeSet }, signal),
  );
  if (run.total === 0 && !images?.sources.length) return null;
  return (
    <section aria-labelledby="image-downloads" className="grid grid-cols-1 gap-4 border p-4">
      <h3 id="image-downloads" className="font-semibold text-lg">
        Images from the file
      </h3>
      {run.total > 0 ? (
        <ImageRunPanel run={run} noun="image" onSave={saveLeftOut} clearLabel="Close" />
      ) : images ? (
        <Offer
          images={images}
          onStart={(downloads) =>
            run.start(
              downloads.map((one) => ({ ...one, id: randomId(), lane: one.productId, label: one.url })),
              ofImport,
            )
          }
        />
      ) : null}
    </section>
  );
}

function Offer({
  images: { sources, key },
  onStart,
}: {
  images: FileImages;
  onStart: (downloads: ImageDownload[]) => void;
}) {
  const { catalog } = useApi<ImportApi>();
  const plan = useQuery({
    queryKey: ['imageDownloads', key, sources],
    queryFn: async ({ signal }) => {
      const found = await findImageProducts(sources, key, (input) =>
        catalog.previewImport(input, { signal }),
      );
      return planDownloads(sources, found);
    },
    gcTime: 0,
  });
  if (plan.isError) return <QueryError query={plan} title="The products could not be found" />;
  if (!plan.data) return <Skeleton className="h-16" />;
  const { downloads, products, rest } = plan.data;
  return (
    <>
      <p className="max-w-prose text-muted-foreground">
        The file names images by their addresses on the web. The shop can fetch them and keep its own copies;
        those that it has fetched before are not added again.
      </p>
      {downloads.length > 0 ? (
        <Button className="justify-self-start" onClick={() => onStart(downloads)}>
          <Download aria-hidden="true" />
          {`Download ${plural(downloads.length, 'image')} for ${plural(products, 'product')}`}
        </Button>
      ) : null}
      <LeftoverList
        title={`${plural(rest.length, 'product')} with images left out`}
        rest={rest}
        onSave={() =>
          saveLeftOut([['product', 'reason'], ...rest.map(({ label, reason }) => [label, reason])])
        }
      />
    </>
  );
}

/** The images of a file that has nothing to import: chosen again, it goes on with its images. */
export const useFileImages = (ask: CsvReader['ask'], version: string | undefined) =>
  useQuery({
    queryKey: ['imageSources', version],
    queryFn: () => ask('imageSources'),
    enabled: version !== undefined,
    gcTime: 0,
  });
