import type { KeyboardEvent } from 'react';

/** Where Enter has a meaning of its own. */
const OWN_ENTER = 'textarea, button, a, [role=option], [aria-expanded=true], [data-own-enter] *';

/** Whether a key means 'Prosseguir': Enter in a plain field, Ctrl+Enter anywhere (DESIGN: Forms). */
export function advancesOn(event: KeyboardEvent): boolean {
  if (event.key !== 'Enter' || event.defaultPrevented || event.nativeEvent.isComposing) return false;
  const target = event.target as HTMLElement;
  // Dialogs over the wizard are its children for React, not for the page.
  if (!event.currentTarget.contains(target)) return false;
  return event.ctrlKey || event.metaKey || !target.matches(OWN_ENTER);
}
