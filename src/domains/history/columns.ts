/** How the value of a column is shown. 'reduction': '10 %' or an amount. 'position': counted from 0. 'word': one of a few values, such as 'in_progress'. */
export type CellFormat =
  | 'text'
  | 'number'
  | 'position'
  | 'money'
  | 'reduction'
  | 'day'
  | 'instant'
  | 'flag'
  | 'word'
  | 'image'
  | 'name';

interface Column {
  label: string;
  format: CellFormat;
}

const column = (label: string, format: CellFormat = 'text'): Column => ({ label, format });

/** Ids, sizes and times that mean nothing to the staff, or that the name of the thing says already. */
const HIDDEN = null;
const COMMON = { id: HIDDEN, created_at: HIDDEN, updated_at: HIDDEN, version: HIDDEN, is_demo: HIDDEN };
const IMAGE = { image_url: column('Image', 'image'), width: HIDDEN, height: HIDDEN, placeholder: HIDDEN };

interface Table {
  /** What a row of it is, if it is only a part of its thing. */
  part?: string;
  columns: Readonly<Record<string, Column | null>>;
}

/** Every column that the history records, in the words of the screens and in the order in which they are shown. */
export const TABLES: Readonly<Record<string, Table>> = {
  products: {
    columns: {
      name: column('Name'),
      description: column('Description'),
      price: column('Price', 'money'),
      category_id: column('Category', 'name'),
      featured: column('Featured', 'flag'),
      status: column('Status', 'word'),
      sold_out: column('Sold out', 'flag'),
      sku: column('Code'),
      promotion_id: column('Promotion', 'name'),
      likes: column('Likes', 'number'),
      ...COMMON,
    },
  },
  product_images: {
    part: 'image',
    columns: {
      ...IMAGE,
      is_primary: column('Primary image', 'flag'),
      display_order: column('Position', 'position'),
      product_id: HIDDEN,
      ...COMMON,
    },
  },
  categories: {
    columns: {
      name: column('Name'),
      description: column('Description'),
      parent_id: column('Parent category', 'name'),
      is_active: column('Active', 'flag'),
      display_order: column('Position', 'position'),
      image_url: column('Image', 'image'),
      slug: column('Address in the shop'),
      image_width: HIDDEN,
      image_height: HIDDEN,
      image_placeholder: HIDDEN,
      ...COMMON,
    },
  },
  promotions: {
    columns: {
      name: column('Title'),
      code: column('Code'),
      promotion_type: column('Type', 'word'),
      promotion_value: column('Value', 'reduction'),
      start_date: column('Start', 'day'),
      end_date: column('End', 'day'),
      tag_line: column('Tag line'),
      description: column('Description'),
      ...COMMON,
    },
  },
  hero_slides: {
    columns: {
      title: column('Title'),
      description: column('Description'),
      button_text: column('Button text'),
      button_link: column('Button link'),
      title_animation: column('Title animation', 'word'),
      description_animation: column('Description animation', 'word'),
      display_order: column('Display order', 'number'),
      is_active: column('Active', 'flag'),
      ...COMMON,
    },
  },
  hero_slide_images: { part: 'image', columns: { ...IMAGE, slide_id: HIDDEN, ...COMMON } },
  special_days: {
    columns: {
      name: column('Name'),
      first_day: column('First day', 'day'),
      last_day: column('Last day', 'day'),
      every_year: column('Every year', 'flag'),
      ...COMMON,
    },
  },
  contact_submissions: { columns: { read_at: column('Time of reading', 'instant') } },
  synonyms: { columns: { words: column('Words'), ...COMMON } },
  planned_changes: {
    part: 'planned change',
    columns: {
      day: column('Day', 'day'),
      price: column('Price', 'money'),
      status: column('Status', 'word'),
      featured: column('Featured', 'flag'),
      is_active: column('Active', 'flag'),
      product_id: HIDDEN,
      slide_id: HIDDEN,
      thing_id: HIDDEN,
      kind: HIDDEN,
      field: HIDDEN,
      ...COMMON,
    },
  },
  orders: {
    columns: {
      status: column('Status', 'word'),
      due_day: column('Due day', 'day'),
      confirmed_at: column('Confirmed', 'instant'),
    },
  },
  staff_notes: {
    part: 'note of the staff',
    columns: { text: column('Note'), order_id: HIDDEN, author_id: HIDDEN, ...COMMON },
  },
  order_items: {
    part: 'item',
    columns: {
      product_name: column('Product'),
      product_image: column('Image', 'image'),
      product_price: column('Price', 'money'),
      list_price: column('Price without promotion', 'money'),
      promotion_code: column('Promotion code'),
      promotion_percent: column('Reduction in %', 'number'),
      note: column('Note'),
      position: HIDDEN,
      order_id: HIDDEN,
      product_id: HIDDEN,
      ...COMMON,
    },
  },
  profiles: { columns: { role: column('Role', 'word'), banned: column('Banned', 'flag') } },
};

/** A column as it is shown; undefined for one that is not. */
export const columnOf = (table: string, name: string): Column | undefined =>
  TABLES[table]?.columns[name] ?? undefined;

/** The columns of a row that are shown, in the order of the screens. */
export function shownColumns(table: string, names: Iterable<string>): string[] {
  const there = new Set(names);
  return Object.keys(TABLES[table]?.columns ?? {}).filter((name) => there.has(name) && columnOf(table, name));
}
