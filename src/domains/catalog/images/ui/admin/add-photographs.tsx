import { Button } from '#design/button.tsx';
import { ErrorState } from '#design/error-state.tsx';
import { FileDrop } from '#design/file-drop.tsx';
import { ProgressBar } from '#design/progress-bar.tsx';
import { ACCEPTED_IMAGES } from '#shared/image-rules.ts';
import { plural } from '#shared/plural.ts';
import { ImageRunPanel, LeftoverList } from './image-run-panel.tsx';
import { type PhotographStep, usePhotographs } from './use-photographs.ts';

type Matched = Extract<PhotographStep, { at: 'matched' }>;

/** Products listed before the photographs are added. */
const MAX_LISTED = 20;

/** Adds the photographs of a folder or archive to the products that their names say. */
export function AddPhotographs({
  ofImport,
  onSave,
}: {
  /** The change set of the import that was just done: its undo takes these photographs back too. */
  ofImport?: string | null | undefined;
  onSave: (rows: string[][]) => void;
}) {
  const { step, run, choose, start, clear } = usePhotographs(ofImport);
  const save = (rest: Matched['rest']) =>
    onSave([['file', 'reason'], ...rest.map(({ file, reason }) => [file.path, reason])]);
  return (
    <section aria-labelledby="photographs" className="grid grid-cols-1 gap-4 border-t pt-6">
      <h2 id="photographs" className="font-semibold text-xl">
        Add photographs
      </h2>
      {run.total > 0 ? (
        <>
          <ImageRunPanel
            run={run}
            noun="photograph"
            onSave={onSave}
            clearLabel="Add more photographs"
            onClear={clear}
          />
          {step.at === 'matched' ? <Rest rest={step.rest} onSave={save} /> : null}
        </>
      ) : step.at === 'matched' ? (
        <>
          <Products matched={step.matched} />
          <div className="flex flex-wrap gap-2">
            {step.matched.length > 0 ? (
              <Button onClick={() => start(step.matched)}>
                Add {plural(step.matched.length, 'photograph')}
              </Button>
            ) : null}
            <Button variant="outline" onClick={clear}>
              Choose others
            </Button>
          </div>
          <Rest rest={step.rest} onSave={save} />
        </>
      ) : step.at === 'matching' ? (
        <>
          <ProgressBar value={step.fraction || undefined} label="Finding the products" />
          <Button variant="outline" className="justify-self-start" onClick={clear}>
            Cancel
          </Button>
        </>
      ) : (
        <>
          <p className="max-w-prose text-muted-foreground">
            Name each file after the code or the name of its product: ABC-12.jpg, ABC-12_2.jpg, or a folder
            ABC-12. Photographs that a product has already are not added again.
          </p>
          {step.at === 'failed' ? (
            <ErrorState
              title="The products could not be found"
              error={step.error}
              onRetry={() => choose(step.files)}
            />
          ) : null}
          <FileDrop
            label="Choose photographs or a ZIP"
            folder="Choose a folder"
            accept={`${ACCEPTED_IMAGES},.zip,application/zip`}
            hint="JPEG, PNG, WebP, GIF, AVIF or HEIC. You see which product each belongs to before anything is added."
            multiple
            onFiles={choose}
          />
        </>
      )}
    </section>
  );
}

/** The products that photographs were found for, with the number of each. */
function Products({ matched }: Pick<Matched, 'matched'>) {
  const counts = new Map<string, { name: string; sku: string | null; files: string[] }>();
  for (const { file, product } of matched) {
    const { name, sku } = product;
    const entry = counts.get(product.id) ?? { name, sku, files: [] };
    entry.files.push(file.path.split(/[\\/]/).pop()!);
    counts.set(product.id, entry);
  }
  if (counts.size === 0) return <p role="status">No photograph fits a product.</p>;
  return (
    <>
      <p role="status" className="font-semibold">
        {`${plural(matched.length, 'photograph')} for ${plural(counts.size, 'product')}`}
      </p>
      <ul aria-label="Products" className="divide-y border-y">
        {[...counts].slice(0, MAX_LISTED).map(([id, { name, sku, files }]) => (
          <li key={id} className="grid grid-cols-1 gap-0.5 py-2">
            <span className="font-semibold [overflow-wrap:anywhere]">{name}</span>
            <span className="text-muted-foreground text-sm [overflow-wrap:anywhere]">
              {sku ? `${sku} · ` : ''}
              {plural(files.length, 'photograph')}: {files.slice(0, 3).join(', ')}
              {files.length > 3 ? ' …' : ''}
            </span>
          </li>
        ))}
      </ul>
      {counts.size > MAX_LISTED ? (
        <p className="text-sm">{`And ${plural(counts.size - MAX_LISTED, 'product')} more.`}</p>
      ) : null}
    </>
  );
}

function Rest({ rest, onSave }: { rest: Matched['rest']; onSave: (rest: Matched['rest']) => void }) {
  return (
    <LeftoverList
      title={`${plural(rest.length, 'file')} left out`}
      rest={rest.map(({ file, reason }) => ({ label: file.path, reason }))}
      onSave={() => onSave(rest)}
    />
  );
}
