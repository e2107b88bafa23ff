import { expect, test } from 'vitest';
import { submittedNotes } from './timeline.ts';

test('DESK-06 the submission has the notes it came with, whatever changed since', () => {
  const items = [
    { id: '1', productName: 'Agbada', note: 'Bust 40' },
    { id: '2', productName: 'Fila', note: 'Red' },
    { id: '3', productName: 'Gele', note: null },
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
  expect(submittedNotes([{ id: '1', productName: 'Gele', note: null }], [])).toBe('');
});

test('DESK-06 pieces of one name keep their own notes, also beside events that have the name alone', () => {
  const items = [
    { id: '1', productName: 'Kaftan', note: 'Blue' },
    { id: '2', productName: 'Kaftan', note: 'Bust 40' },
    { id: '3', productName: 'Fila', note: 'Tall' },
  ];
  const timeline: { kind: string; detail: Record<string, string> }[] = [
    { kind: 'note', detail: { item: 'Fila', before: 'Red', after: 'Wide' } },
    { kind: 'note', detail: { item: 'Fila', itemId: '3', before: 'Wide', after: 'Tall' } },
    { kind: 'note', detail: { item: 'Kaftan', itemId: '2', before: 'Bust 38', after: 'Bust 40' } },
    { kind: 'item_removed', detail: { item: 'Kaftan', itemId: '4', price: '1.00', note: 'Long' } },
  ];
  expect(submittedNotes(items, timeline)).toBe('Kaftan: Blue\nKaftan: Bust 38\nFila: Red\nKaftan: Long');
});
