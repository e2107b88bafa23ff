import { expect, test } from 'vitest';
import { submittedNotes } from './timeline.ts';

test('DESK-06 the submission has the notes it came with, whatever changed since', () => {
  const items = [
    { productName: 'Agbada', note: 'Bust 40' },
    { productName: 'Fila', note: 'Red' },
    { productName: 'Gele', note: null },
  ];
  const timeline: { kind: string; detail: Record<string, string> }[] = [
    { kind: 'submitted', detail: {} },
    { kind: 'note', detail: { item: 'Agbada', before: 'Bust 38', after: 'Bust 39' } },
    { kind: 'note', detail: { item: 'Gele', before: '', after: 'Blue' } },
    { kind: 'note', detail: { item: 'Agbada', before: 'Bust 39', after: 'Bust 40' } },
    { kind: 'item_removed', detail: { item: 'Iro', price: '1.00', note: 'Long' } },
    { kind: 'note', detail: { item: 'Gele', before: 'Blue', after: '' } },
  ];
  expect(submittedNotes(items, timeline)).toBe('Agbada: Bust 38\nFila: Red\nIro: Long');
  expect(submittedNotes([{ productName: 'Gele', note: null }], [])).toBe('');
});
