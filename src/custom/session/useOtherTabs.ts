import { useEffect } from 'react';
import { ofBusiness } from '../../dataProvider/business.ts';
import { pageExit } from '../../dataProvider/leave.ts';
import { currentLoad, rememberedPerson, sessionLost } from '../../dataProvider/session.ts';
import { forgetUnsaved } from '../../ui/components/frame/unsaved.ts';

/** A change of persons removes the one before and then names the next: judged when both have arrived. */
const SETTLED_MS = 200;

/** Signing out, or in as another person, in one tab holds for the others too. */
export function useOtherTabs() {
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout>;
    const onStorage = ({ key }: StorageEvent) => {
      // null: the whole storage was cleared.
      if (key !== ofBusiness('APP') && key !== null) return;
      clearTimeout(timer);
      timer = setTimeout(judge, SETTLED_MS);
    };
    addEventListener('storage', onStorage);
    return () => {
      clearTimeout(timer);
      removeEventListener('storage', onStorage);
    };
  }, []);
}

function judge() {
  const mine = currentLoad()?.colaborador.id;
  const now = rememberedPerson()?.id;
  if (mine === undefined || mine === now) return;
  if (now === undefined) {
    void sessionLost();
    return;
  }
  // Somebody else: what was typed here cannot be sent in their name.
  forgetUnsaved();
  pageExit.leave('/');
}
