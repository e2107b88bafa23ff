import type { DemoProduct } from './product.ts';
import { agbada } from './products/agbada.ts';
import { childrenAndArchive } from './products/children-and-archive.ts';
import { cloth } from './products/cloth.ts';
import { headwear } from './products/headwear.ts';
import { isiaguAndShirts } from './products/isiagu-and-shirts.ts';
import { kaftanAndSenator } from './products/kaftan-and-senator.ts';
import { shoesAndBags } from './products/shoes-and-bags.ts';
import { gownsAndBubu, iroAndBuba } from './products/women.ts';

/** Every product of the demonstration shop. */
export const demoProducts: readonly DemoProduct[] = [
  ...agbada,
  ...kaftanAndSenator,
  ...isiaguAndShirts,
  ...iroAndBuba,
  ...gownsAndBubu,
  ...headwear,
  ...cloth,
  ...shoesAndBags,
  ...childrenAndArchive,
];
