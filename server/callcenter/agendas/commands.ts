/** Planned contacts, written within the transaction of whatever causes them. */
export {
  type Confirmed,
  confirmed,
  questionsAbout,
  requireConfirmed,
  type WantedContact,
} from './confirmContact.ts';
export { type ContactTurn, contactTurn, contactTurnOf } from './contactTurn.ts';
export { newAgenda, requireAssignee, scheduleAgenda } from './create.ts';
export { oneAgenda } from './oneAgenda.ts';
export { changedAgenda, confirmedBy, confirmedChange, deleteAgendas, rescheduling } from './update.ts';
export { changeAgenda, eachAgenda, type LockedAgenda, lockAgenda, lockOpenAgendas } from './writeAgenda.ts';
