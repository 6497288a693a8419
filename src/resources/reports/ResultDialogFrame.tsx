import CloseOutlined from '@mui/icons-material/CloseOutlined';
import OpenInFullOutlined from '@mui/icons-material/OpenInFullOutlined';
import Button from '@mui/material/Button';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import useMediaQuery from '@mui/material/useMediaQuery';
import { type ReactNode, useId } from 'react';
import { CloseCross, DialogFrame } from '../../ui/components/frame/DialogFrame.tsx';
import { EmptyState } from '../../ui/shell/states/StateMessage.tsx';

interface ResultDialogFrameProps {
  title: string;
  open: boolean;
  hasResult: boolean;
  onOpen: () => void;
  onClose: () => void;
  children: ReactNode;
}

/** A report that asks for a window of its own: wide, over the form, which keeps its filters. */
export function ResultDialogFrame({
  title,
  open,
  hasResult,
  onOpen,
  onClose,
  children,
}: ResultDialogFrameProps) {
  const id = useId();
  const isPhone = useMediaQuery('(max-width:599.95px)', { noSsr: true });
  return (
    <>
      <EmptyState
        icon={<OpenInFullOutlined />}
        title={hasResult ? 'O resultado está em uma janela' : 'Escolha os filtros e gere o relatório'}
        text={hasResult ? '' : 'O resultado abre em uma janela própria.'}
        actions={
          hasResult && (
            <Button variant="outlined" onClick={onOpen}>
              Abrir o resultado
            </Button>
          )
        }
      />
      <DialogFrame
        open={open}
        onClose={onClose}
        aria-labelledby={id}
        maxWidth="xl"
        fullWidth
        fullScreen={isPhone}
        keepMounted={false}
      >
        <DialogTitle id={id} sx={{ pr: 12 }}>
          {title}
        </DialogTitle>
        <CloseCross aria-label="Fechar" sx={{ position: 'absolute', top: 8, right: 8 }}>
          <CloseOutlined />
        </CloseCross>
        <DialogContent>{children}</DialogContent>
      </DialogFrame>
    </>
  );
}
