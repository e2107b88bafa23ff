import type { Plugin } from 'vite';

const COPY = '?gallery';

/**
 * Gives the gallery of components its own copy of src/design and src/brand. Otherwise a component of one page would be
 * used by two and move into a file of its own, which every visitor of that page would have to request.
 */
export const galleryCopy: Plugin = {
  name: 'gallery-copy',
  enforce: 'pre',
  apply: 'build',
  applyToEnvironment: (environment) => environment.name === 'client',
  async resolveId(source, importer, options) {
    if (!importer || !(importer.includes('/tools/gallery/') || importer.endsWith(COPY))) return undefined;
    const from = importer.endsWith(COPY) ? importer.slice(0, -COPY.length) : importer;
    const found = await this.resolve(source, from, { ...options, skipSelf: true });
    if (!found || found.external || !/\/src\/(design|brand)\/.*\.tsx?$/.test(found.id)) return found;
    return { ...found, id: found.id + COPY };
  },
};
