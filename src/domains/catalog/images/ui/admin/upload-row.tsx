import { ImageOff, RotateCw, X } from 'lucide-react';
import { Button } from '#design/button.tsx';
import { IconButton } from '#design/icon-button.tsx';
import { ProgressBar } from '#design/progress-bar.tsx';
import { sizeOf } from '#shared/image-rules.ts';
import { uploadMessages } from '../../image.messages.ts';
import { isComing } from './transfer-queue.ts';
import type { Upload } from './upload-queue.ts';

/** An upload: its preview, progress and actions. */
export function UploadRow({
  upload,
  onRetry,
  onRemove,
}: {
  upload: Upload;
  onRetry: () => void;
  onRemove: () => void;
}) {
  const { file, state, progress, preview } = upload;
  const isPending = isComing(state);
  return (
    <li className="flex items-center gap-3 py-3">
      <Preview address={preview} />
      <div className="grid min-w-0 flex-1 grid-cols-1 gap-1">
        <p className="flex gap-2">
          <span className="truncate font-semibold" title={file.name}>
            {file.name}
          </span>
          <span className="shrink-0 text-muted-foreground">{sizeOf(file.size)}</span>
        </p>
        {isPending ? (
          <>
            <ProgressBar
              value={state !== 'sending' ? 0 : progress < 1 ? progress : undefined}
              label={`Upload of ${file.name}`}
            />
            <p className="text-muted-foreground text-sm">{wordsOf(upload)}</p>
          </>
        ) : (
          <p role="alert" className="text-danger text-sm">
            {state === 'failed' ? <b>{uploadMessages.failure.title}. </b> : null}
            {upload.reason}
          </p>
        )}
      </div>
      {state === 'failed' ? (
        <Button variant="outline" size="icon" aria-label={`Retry ${file.name}`} onClick={onRetry}>
          <RotateCw aria-hidden="true" />
        </Button>
      ) : null}
      <IconButton label={`${isPending ? 'Cancel' : 'Remove'} ${file.name}`} onClick={onRemove}>
        <X aria-hidden="true" />
      </IconButton>
    </li>
  );
}

function Preview({ address }: { address: string }) {
  const look = 'h-15 w-12 shrink-0 rounded-sm bg-muted';
  if (address)
    return <img src={address} alt="" loading="lazy" decoding="async" className={`${look} object-cover`} />;
  return (
    <span aria-hidden="true" className={`${look} grid place-items-center text-muted-foreground`}>
      <ImageOff className="size-5" />
    </span>
  );
}

function wordsOf({ state, progress }: Upload): string {
  if (state === 'offline') return 'Waiting for a connection…';
  if (state === 'waiting') return 'Waiting…';
  return progress < 1 ? `${Math.floor(progress * 100)}%` : 'Processing…';
}
