import type { GarmentName } from '../names.ts';
import { agbada } from './agbada.ts';
import { clutch, satchel, tote } from './bags.ts';
import { bubu } from './bubu.ts';
import { abetiAja, fila, redCap } from './caps.ts';
import { childrenSet } from './children.ts';
import type { Draw } from './cut.ts';
import { gele } from './gele.ts';
import { gown } from './gown.ts';
import { iroBuba } from './iro-buba.ts';
import { bolt, stack, wrapper } from './lengths.ts';
import { shirt } from './shirt.ts';
import { brogue, mule, sandals, slipper } from './shoes.ts';
import { isiaguTunic, kaftan, senator } from './tunic.ts';

/** Who draws what. */
export const draw: Record<GarmentName, Draw> = {
  agbada,
  kaftan,
  senator,
  'isiagu-tunic': isiaguTunic,
  'iro-buba': iroBuba,
  'ankara-gown': gown,
  bubu,
  'ankara-shirt': shirt,
  'children-set': childrenSet,
  gele,
  fila,
  'fila-abeti-aja': abetiAja,
  'red-cap': redCap,
  'aso-oke-stack': stack,
  'fabric-bolt': bolt,
  wrapper,
  slipper,
  sandals,
  mule,
  brogue,
  tote,
  clutch,
  satchel,
};
