import { columnOf } from './columns.ts';
import type { UndoFinding } from './contract.ts';

/** The rules of the database that an undo may meet. */
const RULES: Readonly<Record<string, string>> = {
  last_super_admin: 'The last super admin stays one.',
  order_items_last: 'An order keeps at least one item.',
  categories_no_cycle: 'A category cannot stand below itself.',
  product_images_most: 'A product has at most 20 images.',
};

/** What the rows of a table are of the thing that they belong to. */
const PARTS: Readonly<Record<string, string>> = {
  order_items: 'an item of',
  staff_notes: 'a note on',
  product_images: 'an image of',
  hero_slide_images: 'an image of',
  planned_changes: 'what was planned for',
};

/** A finding of an undo as a sentence. `table`: that of its column; `constraint`: the rule that refused it. */
export function findingText({
  kind,
  thing,
  table,
  column,
  reason,
  actorName,
  constraint,
}: Omit<UndoFinding, 'text'> & { table: string; constraint: string | null }): string {
  const name = thing ? (kind === 'order' ? `order ${thing}` : `“${thing}”`) : `one ${kind}`;
  const part = column ? `the ${columnOf(table, column)?.label.toLowerCase() ?? 'rest'} of ${name}` : name;
  const by = actorName ? ` by ${actorName === 'database' ? 'the database' : actorName}` : '';
  return sentence(() => {
    switch (reason) {
      case 'changed':
        return `${part} was changed${by} since, and stays.`;
      case 'gone':
        return `${[PARTS[table], name].filter(Boolean).join(' ')} was deleted${by} since.`;
      case 'in_use':
        return `${name} has been used${by} since, and stays.`;
      case 'taken':
        if (table === 'product_images') return `another image of ${name} is the primary one now.`;
        return column
          ? `${part} is used by another ${kind} now.`
          : `${name} cannot return: what must be unique is used by another ${kind} now.`;
      case 'missing':
        return column ? `${part} no longer exists.` : `${name} cannot return: what it belonged to is gone.`;
      case 'deleted_file':
        return `an image of ${name} cannot return: its file was deleted.`;
      case 'not_allowed':
        if (kind === 'user') return 'nobody changes their own role or ban.';
        if (table === 'order_items') return `the items of ${name} change only while it is pending.`;
        if (table === 'staff_notes') return `only its author or a super admin deletes a note on ${name}.`;
        return `${part} may not be changed.`;
      case 'refused':
        return RULES[constraint ?? ''] ?? `${part} would no longer be valid as it was.`;
    }
  });
}

function sentence(make: () => string): string {
  const text = make();
  return text.charAt(0).toUpperCase() + text.slice(1);
}
