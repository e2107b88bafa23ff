/** Connection options of the seeds: images that they insert leave their products rows of the demonstration. */
export const SEED_OPTIONS = '-c aso.is_seed=on -c app.unrecorded=on';
