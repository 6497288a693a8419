/** What other modules need to read about prices under negotiation. */

export { conditionOf as negotiationCondition } from './list.ts';
