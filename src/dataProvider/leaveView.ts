import { viewAsRoutes } from '../../contract/config/viewAs.ts';
import { call } from './call.ts';
import { pageExit } from './leave.ts';

let leaving: Promise<void> | null = null;

/** A call was refused because the view has ended by itself: what asked waits for the page to be left. */
export async function viewIsOver(): Promise<never> {
  await leaveView();
  return new Promise(() => {});
}

/** Back to the own account, on a page that knows nothing of the other person. Once, however many calls ask for it. */
export function leaveView(): Promise<void> {
  leaving ??= call(viewAsRoutes.end, {})
    .catch(() => {})
    .then(() => pageExit.leave('/'));
  return leaving;
}
