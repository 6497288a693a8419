import { viewAsRoutes } from '#contract/config/people/people.ts';
import { call } from './call.ts';
import { hardNavigation } from './session.ts';

let leaving: Promise<void> | null = null;

/** A call was refused because the view has expired; the caller is suspended until the page is left. */
export async function leaveEndedViewAs(): Promise<never> {
  await exitViewAs();
  return new Promise(() => {});
}

/**
 * Returns to the person's own account on a page without any data of the other person. Runs once, however many callers request
 * it.
 */
export function exitViewAs(): Promise<void> {
  leaving ??= call(viewAsRoutes.end, {})
    .catch(() => {})
    .then(() => hardNavigation.leave('/'));
  return leaving;
}
