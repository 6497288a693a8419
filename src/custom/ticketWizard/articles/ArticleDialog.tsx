import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import { useState } from 'react';
import { faqRoutes } from '../../../../contract/sac/faq.ts';
import { useRoute } from '../../../dataProvider/useRoute.ts';
import { SafeHtml } from '../../../ui/components/display/SafeHtml.tsx';
import { CloseButton, DialogFrame } from '../../../ui/components/frame/DialogFrame.tsx';
import { ErrorState } from '../../../ui/shell/states/ErrorState.tsx';
import { TextSkeleton } from '../../../ui/shell/states/skeletons.tsx';

interface ArticleDialogProps {
  /** null: closed. */
  id: number | null;
  onClose: () => void;
}

/** An article, with 'Fechar' (document 000, section 2). */
export function ArticleDialog({ id, onClose }: ArticleDialogProps) {
  // While it fades away the article stays.
  const [shown, setShown] = useState(id);
  if (id !== null && id !== shown) setShown(id);
  return (
    <DialogFrame
      open={id !== null}
      onClose={onClose}
      maxWidth="sm"
      fullWidth
      aria-labelledby="artigo-relacionado"
    >
      {shown !== null && <Article id={shown} />}
      <DialogActions>
        <CloseButton variant="contained" autoFocus>
          Fechar
        </CloseButton>
      </DialogActions>
    </DialogFrame>
  );
}

function Article({ id }: { id: number }) {
  const { data, error, refetch } = useRoute(faqRoutes.get, { params: { id } });
  return (
    <>
      <DialogTitle id="artigo-relacionado">{data?.data.titulo ?? 'Artigo'}</DialogTitle>
      <DialogContent>
        {error && !data ? (
          <ErrorState error={error} onRetry={() => refetch()} />
        ) : data ? (
          <SafeHtml html={data.data.conteudo} />
        ) : (
          <TextSkeleton />
        )}
      </DialogContent>
    </>
  );
}
