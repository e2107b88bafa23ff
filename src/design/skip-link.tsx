/** The first element of the page, for keyboard users; its target is `<main id="main" tabIndex={-1}>`. */
export function SkipLink() {
  return (
    <a
      href="#main"
      className="fixed top-3 left-3 z-50 -translate-y-24 rounded-sm bg-card px-4 py-3 font-semibold focus:translate-y-0"
    >
      Skip to content
    </a>
  );
}
