import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { Button } from '#design/button.tsx';
import { LinkButton } from '#design/link-button.tsx';
import { ProgressBar } from '#design/progress-bar.tsx';
import { useAskUndo } from '#domains/history/ui/admin/history-undo.tsx';
import { plural } from '#shared/plural.ts';
import { AddPhotographs } from '../../../images/ui/admin/add-photographs.tsx';
import type { Imported } from '../../import.contract.ts';
import { productsImported } from '../../import.messages.ts';
import { ChooseFile } from './choose-file.tsx';
import { ColumnMapping } from './column-mapping.tsx';
import { DownloadImages, type FileImages } from './download-images.tsx';
import { saveTable } from './save-file.ts';
import { UploadPreview } from './upload-preview.tsx';
import { type FileStep, useCsvFile } from './use-csv-file.ts';

/** Imports products from a spreadsheet: choose a file, map its columns, preview, create all or none. */
export function BulkUpload() {
  const csv = useCsvFile();
  const [imported, setImported] = useState<Imported>();
  const [images, setImages] = useState<FileImages>();
  const queryClient = useQueryClient();
  const { step } = csv;
  const panel = useFocusAtStep(
    imported ? 'imported' : step.at === 'checked' ? `checked ${step.withoutBadRows}` : step.at,
  );
  const reload = () => {
    // Lists, totals, categories and promotions contain or count products.
    void queryClient.invalidateQueries({ queryKey: ['admin'] });
    void queryClient.invalidateQueries({ queryKey: ['catalog'] });
  };

  const choose = (file: File) => {
    setImported(undefined);
    csv.choose(file);
  };
  return (
    <section ref={panel} tabIndex={-1} aria-label="Bulk upload" className="grid grid-cols-1 gap-6">
      {imported ? (
        <>
          <ImportResult imported={imported} onMore={() => setImported(undefined)} />
          <DownloadImages images={images} ofImport={imported.changeSet} />
        </>
      ) : step.at === 'none' || step.at === 'unusable' ? (
        <>
          <ChooseFile onFile={choose} unusable={step.at === 'unusable' ? step : undefined} />
          <DownloadImages />
        </>
      ) : step.at === 'reading' ? (
        <Reading step={step} onCancel={csv.clear} />
      ) : step.at === 'mapping' ? (
        <ColumnMapping
          key={step.name}
          step={step}
          onChosen={(mapping) => csv.applyMapping(step, mapping)}
          onCancel={csv.clear}
        />
      ) : (
        <UploadPreview
          key={step.id}
          step={step}
          onVariants={(variants) => csv.chooseVariants(step, variants)}
          onOmitBadRows={csv.omitBadRows}
          onFile={choose}
          onColumns={csv.changeColumns}
          onCancel={csv.clear}
          onImported={(found, fileImages) => {
            csv.clear();
            setImages(fileImages);
            setImported(found);
            reload();
          }}
        />
      )}
      {imported || step.at === 'none' || step.at === 'unusable' ? (
        <AddPhotographs
          ofImport={imported?.changeSet}
          onSave={(rows) => saveTable('photographs_left_out.csv', rows)}
        />
      ) : null}
    </section>
  );
}

/** Focuses the heading of a new step: screen readers announce it, and Tab continues from it. */
function useFocusAtStep(name: string) {
  const panel = useRef<HTMLElement>(null);
  const last = useRef(name);
  useEffect(() => {
    if (last.current === name) return;
    last.current = name;
    panel.current?.querySelector<HTMLElement>('h2[tabindex="-1"]')?.focus();
  }, [name]);
  return panel;
}

function Reading({ step, onCancel }: { step: Extract<FileStep, { at: 'reading' }>; onCancel: () => void }) {
  return (
    <div className="grid gap-4">
      <h2 tabIndex={-1} className="font-semibold text-xl [overflow-wrap:anywhere]">
        Reading {step.name}
      </h2>
      <ProgressBar value={step.fraction} label={`Reading ${step.name}`} />
      <p className="text-muted-foreground tabular-nums">{plural(step.rows, 'row')} read</p>
      <Button variant="outline" className="justify-self-start" onClick={onCancel}>
        Cancel
      </Button>
    </div>
  );
}

function ImportResult({ imported, onMore }: { imported: Imported; onMore: () => void }) {
  const askUndo = useAskUndo();
  const { created, changed, categories, changeSet } = imported;
  return (
    <div role="status" className="grid gap-3 border-success border-l-4 bg-success-soft p-4 sm:p-6">
      <h2 tabIndex={-1} className="font-semibold text-xl">
        {productsImported(created, changed)}
      </h2>
      <p>
        {categories > 0
          ? `${categories === 1 ? 'One new category was' : `${categories} new categories were`} created with them. `
          : ''}
        {created > 0 ? 'Until you add images, new products show the placeholder. ' : ''}
        {changeSet
          ? 'Images that you add on this page are part of the import: undoing it takes them back too.'
          : ''}
      </p>
      <div className="flex flex-wrap gap-2">
        <LinkButton to="/admin/products" search={{}}>
          See the products
        </LinkButton>
        <Button variant="outline" onClick={onMore}>
          Upload another file
        </Button>
        {changeSet ? (
          <Button variant="outline" onClick={() => askUndo(changeSet)}>
            Undo this import
          </Button>
        ) : null}
      </div>
    </div>
  );
}
