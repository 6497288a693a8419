/** What a new company still has to set up. */

export { FirstStepsPage } from './shared/firstSteps.ts';
