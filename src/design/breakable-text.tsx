import { Fragment } from 'react';

/** A URL or an email address: a line ends after its punctuation where it can, not within a word. */
export const BreakableText = ({ children }: { children: string }) =>
  children.split(/(?<=[?&/@])/).map((part, place) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the parts of one text, always drawn together.
    <Fragment key={place}>
      {part}
      <wbr />
    </Fragment>
  ));
