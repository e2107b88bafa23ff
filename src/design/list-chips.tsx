import { createContext, type ReactNode, use } from 'react';

const Chips = createContext<ReactNode>(null);

/** Gives all lists what stands above their filters. */
export const ListChipsProvider = ({ value, children }: { value: ReactNode; children: ReactNode }) => (
  <Chips value={value}>{children}</Chips>
);

/** What the application shows above each list: the filters that were saved for it. */
export const ListChips = () => use(Chips);
