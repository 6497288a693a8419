import type { Implementation } from './implement.ts';
import { customerImplementation } from './sac/customers/index.ts';

/** Every noun that the server answers for. */
export const implementations: Implementation[] = [customerImplementation];
