/** What other modules ask of prices under negotiation. */

export { conditionOf as negotiationCondition } from './list.ts';
