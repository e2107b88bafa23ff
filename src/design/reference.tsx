/** The reference of a failure, to report it: one tap selects all of it. */
export function Reference({ id }: { id: string }) {
  return (
    <p className="text-muted-foreground text-sm">
      Reference:{' '}
      {/* Server and browser generate different references for a failed render; the first one displayed
          stays. */}
      <span className="inline-block max-w-full select-all [overflow-wrap:anywhere]" suppressHydrationWarning>
        {id}
      </span>
    </p>
  );
}
