/** A category of the demo store; categories without `parentKey` are the top level, and there are two levels. */
export type DemoCategory = {
  /** Also the slug that its name gives. */
  key: DemoCategoryKey;
  name: string;
  description: string;
  parentKey?: DemoCategoryKey;
  displayOrder: number;
  /** Hidden from the chips when false, with everything below it. */
  active: boolean;
};

export type DemoCategoryKey =
  | 'men'
  | 'agbada'
  | 'kaftan'
  | 'senator'
  | 'isiagu'
  | 'ankara-shirts'
  | 'women'
  | 'iro-and-buba'
  | 'ankara-gowns'
  | 'bubu'
  | 'headwear'
  | 'gele'
  | 'fila'
  | 'cloth'
  | 'aso-oke'
  | 'adire'
  | 'ankara-by-the-yard'
  | 'shoes'
  | 'shoes-for-men'
  | 'shoes-for-women'
  | 'bags'
  | 'handbags'
  | 'work-and-travel-bags'
  | 'children'
  | 'boys'
  | 'girls'
  | 'archive'
  | 'workroom-samples';
