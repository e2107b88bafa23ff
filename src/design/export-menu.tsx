import { Download, FileSpreadsheet, FileText } from 'lucide-react';
import type { ReactElement } from 'react';
import { saveFile } from '#shared/save-file.ts';
import { Button } from './button.tsx';
import { cn } from './cn.ts';
import { Menu, MenuItem } from './menu.tsx';
import { useOperation } from './use-operation.ts';

type Format = 'csv' | 'xlsx';
/** Those of `/api/exports`. */
type List = 'orders' | 'products';

/** Downloads a list as a file, which the browser streams to disk: `filter` are its parameters. */
export function ExportMenu({
  list,
  filter,
  label = 'Export',
  compact,
}: {
  list: List;
  filter: Readonly<Record<string, string | undefined>>;
  label?: string;
  /** On a phone the icon alone, beside a search box. */
  compact?: boolean;
}) {
  const given = Object.entries(filter).filter((entry): entry is [string, string] => Boolean(entry[1]));
  const { mutate, isPending } = useDownload(list, async (file) => {
    const url = `/api/exports/${file}?${new URLSearchParams(given)}`;
    // A link shows a refusal in the browser's list of downloads only.
    await allowed(await fetch(`${url}&check=true`));
    const link = document.createElement('a');
    link.href = url;
    link.download = '';
    link.click();
  });
  return (
    <Formats
      onSave={(format) => isPending || mutate(format)}
      trigger={
        <Button variant="outline" className={cn(compact && 'px-3 sm:px-5')} busy={isPending}>
          <Download aria-hidden="true" />
          <span className={cn(compact && 'max-sm:sr-only')}>{label}</span>
        </Button>
      }
    />
  );
}

/** Downloads the selected rows of a list as a file. The selection may be too long for a URL. */
export function ExportSelection({
  list,
  selection,
  disabled,
}: {
  list: List;
  /** As `selectionInput` makes it. */
  selection: object;
  disabled?: boolean;
}) {
  const { mutate, isPending } = useDownload(list, async (file) => {
    const answer = await fetch(`/api/exports/${file}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(selection),
    });
    await allowed(answer);
    const [, name = file] = /filename="(.+)"/.exec(answer.headers.get('content-disposition') ?? '') ?? [];
    saveFile(name, await answer.blob());
  });
  return (
    <Formats
      onSave={(format) => isPending || mutate(format)}
      trigger={
        <Button variant="outline" size="sm" className="min-h-11" busy={isPending} disabled={disabled}>
          <Download aria-hidden="true" />
          Export
        </Button>
      }
    />
  );
}

const title = 'The file could not be downloaded';

const useDownload = (list: List, download: (file: string) => Promise<void>) =>
  useOperation<Format, void, 'RATE_LIMITED'>({
    mutationFn: (format) => download(`${list}.${format}`),
    messages: {
      failure: { title, description: 'Please try again.' },
      refused: { RATE_LIMITED: { title, description: 'You downloaded many files. Please try again later.' } },
    },
  });

/** Throws the code and status of a refusal, as operations do. */
async function allowed(answer: Response): Promise<void> {
  if (answer.ok) return;
  const { code, message } = await answer.json().catch(() => ({}));
  throw Object.assign(new Error(message), { code, status: answer.status });
}

const Formats = ({ trigger, onSave }: { trigger: ReactElement; onSave: (format: Format) => void }) => (
  <Menu trigger={trigger}>
    <MenuItem icon={<FileSpreadsheet aria-hidden="true" />} onSelect={() => onSave('xlsx')}>
      Excel file (XLSX)
    </MenuItem>
    <MenuItem icon={<FileText aria-hidden="true" />} onSelect={() => onSave('csv')}>
      Text file (CSV)
    </MenuItem>
  </Menu>
);
