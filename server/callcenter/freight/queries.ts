/** What quotes ask of freight. */
export { fingerprintOf } from './fingerprint.ts';
export { goodsOf } from './goods.ts';
export { type KeptFreight, keptFreight, NO_FREIGHT } from './keptFreight.ts';
export { misplacedText } from './ownDestination.ts';
export { openSeal, type SealedManual } from './seal.ts';
