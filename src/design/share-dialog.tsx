import { useQuery } from '@tanstack/react-query';
import { Download, Share2 } from 'lucide-react';
import { useState } from 'react';
import { SHARE_FORMATS, type Shared, sharedPath, shareImagePath } from '#shared/share-image.ts';
import { useShop } from '#shared/shop-context.tsx';
import { slugOf } from '#shared/words.ts';
import { Button } from './button.tsx';
import { CopyButton } from './copy-button.tsx';
import { Dialog } from './dialog.tsx';
import { ErrorState } from './error-state.tsx';
import { Skeleton } from './skeleton.tsx';
import { toast } from './toast.ts';
import { useObjectUrl } from './use-object-url.ts';

type Format = 'status' | 'square';
const LABELS: Record<Format, string> = { status: 'Status', square: 'Square' };

/** How often an image is asked for again while the server draws others. */
const RETRIES = 4;

/** 'Ẹwà Ọṣun' → 'ewa-osun-status.jpg'. */
const fileNameOf = (name: string, format: Format): string => `${slugOf(name).slice(0, 60)}-${format}.jpg`;

/** The image as the price is now; null for what left the shop. */
async function loadImage(path: string, fileName: string, signal: AbortSignal): Promise<File | null> {
  const answer = await fetch(path, { cache: 'no-cache', signal });
  if (answer.status === 404) return null;
  if (!answer.ok) throw new Error(`The image was answered with ${answer.status}`);
  return new File([await answer.blob()], fileName, { type: 'image/jpeg' });
}

/**
 * Shares an image and a text with a link by the system's share sheet. Browsers without one, or that share no files,
 * offer the image as a download and the text to be copied.
 */
export function ShareDialog({
  shared,
  name,
  text,
  onClose,
}: {
  shared: Shared;
  name: string;
  text: string;
  onClose: () => void;
}) {
  const [format, setFormat] = useState<Format>('status');
  const message = `${text}\n${useShop().publicUrl}${sharedPath(shared)}`;
  const path = shareImagePath(shared, format);
  const {
    data: file,
    error,
    isFetching,
    refetch,
  } = useQuery({
    queryKey: ['share-image', path],
    queryFn: ({ signal }) => loadImage(path, fileNameOf(name, format), signal),
    staleTime: 0,
    gcTime: 0,
    retry: RETRIES,
    // The images before it take seconds.
    retryDelay: (failures) => 1_000 * 2 ** failures,
  });
  const url = useObjectUrl(file ?? null);
  const isReady = Boolean(file && url);
  const data = file ? { files: [file], text: message } : null;
  const canShare = data !== null && navigator.canShare?.(data) === true;

  async function share() {
    try {
      // Called before anything is awaited: browsers allow it only right after the press.
      await navigator.share(data!);
      onClose();
    } catch (failure) {
      if ((failure as Error).name === 'AbortError') return;
      toast.error('Not shared', { description: 'Please download the image and copy the text instead.' });
    }
  }

  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title="Share"
      description={file === null ? undefined : 'An image with today’s price, and a text with the link.'}
      footer={
        file === null ? undefined : (
          <>
            <CopyButton text={message} label="Copy text" />
            <Button variant={canShare ? 'outline' : 'primary'} asChild={isReady} disabled={!isReady}>
              {isReady ? (
                <a href={url} download={file?.name}>
                  <Download aria-hidden="true" />
                  Download image
                </a>
              ) : (
                'Download image'
              )}
            </Button>
            {canShare ? (
              <Button onClick={share}>
                <Share2 aria-hidden="true" />
                Share
              </Button>
            ) : null}
          </>
        )
      }
    >
      {file === null ? (
        <p>{`“${name}” is no longer in the shop, so there is nothing to share.`}</p>
      ) : (
        <div className="grid gap-4">
          <fieldset className="flex gap-2">
            <legend className="sr-only">Form of the image</legend>
            {(Object.keys(LABELS) as Format[]).map((one) => (
              <Button
                key={one}
                size="sm"
                variant={one === format ? 'primary' : 'outline'}
                className="min-h-11"
                aria-pressed={one === format}
                onClick={() => setFormat(one)}
              >
                {LABELS[one]}
              </Button>
            ))}
          </fieldset>
          {error && !isFetching ? (
            <ErrorState
              title="The image was not loaded"
              error={error}
              onRetry={() => void refetch()}
              busy={isFetching}
            />
          ) : (
            <div className="mx-auto h-[46dvh] max-w-full" style={{ aspectRatio: ratioOf(format) }}>
              {url ? (
                <img src={url} alt={`What is shared: ${name}`} className="size-full border object-contain" />
              ) : (
                <Skeleton className="size-full" />
              )}
            </div>
          )}
          <p className="whitespace-pre-line break-words border-t pt-3 text-sm">{message}</p>
        </div>
      )}
    </Dialog>
  );
}

function ratioOf(format: Format): string {
  const { width, height } = SHARE_FORMATS[format];
  return `${width} / ${height}`;
}
