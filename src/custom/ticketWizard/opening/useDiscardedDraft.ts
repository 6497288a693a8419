import { useState } from 'react';
import { platformRoutes } from '../../../../contract/config/platform.ts';
import { useRouteCommand } from '../../../dataProvider/useRoute.ts';
import { errorText } from '../../../ui/shell/errorText.ts';
import { DRAFT_PARAMS } from '../state/useDraftSaver.ts';

/** 'Começar de novo': the saved draft is thrown away. */
export function useDiscardedDraft() {
  const [done, setDone] = useState(false);
  const command = useRouteCommand(platformRoutes.removeDraft, { onSuccess: () => setDone(true) });
  return {
    done,
    running: command.isPending,
    problem: command.error ? errorText(command.error) : null,
    discard: () => command.mutate({ params: DRAFT_PARAMS }),
  };
}
