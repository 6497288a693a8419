import CheckIcon from '@mui/icons-material/Check';
import ContentCopyIcon from '@mui/icons-material/ContentCopy';
import IconButton from '@mui/material/IconButton';
import { isMask } from '#contract/rules/privacy/masks.ts';
import { useBriefMessage } from '../timed.ts';

interface CopyButtonProps {
  /** The text to copy. */
  text: string;
  /** E.g. 'Copiar telefone'. */
  label?: string;
}

const FAILED = 'Não foi possível copiar';

/** Copies the text and shows 'Copiado!' for a second. For a masked value there is nothing to copy, so no button is shown. */
export const CopyButton = ({ text, label = 'Copiar' }: CopyButtonProps) => {
  const [message, show] = useBriefMessage();
  if (isMask(text)) return null;
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text);
      show('Copiado!');
    } catch {
      show(FAILED);
    }
  };
  return (
    <>
      <IconButton size="small" aria-label={label} title={label} onClick={copy}>
        {message && message !== FAILED ? (
          <CheckIcon fontSize="small" />
        ) : (
          <ContentCopyIcon fontSize="small" />
        )}
      </IconButton>
      <span role="status" style={{ fontSize: 12 }}>
        {message}
      </span>
    </>
  );
};
