import type { Implementation } from './implement.ts';

/** Every noun that the server answers for. */
export const implementations: Implementation[] = [];
