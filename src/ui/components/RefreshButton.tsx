import RefreshOutlined from '@mui/icons-material/RefreshOutlined';
import Button, { type ButtonProps } from '@mui/material/Button';

interface RefreshButtonProps extends Pick<ButtonProps, 'size'> {
  isFetching: boolean;
  onAsk: () => unknown;
}

/** Refetches what a page or a part of it shows. */
export const RefreshButton = ({ isFetching, onAsk, ...button }: RefreshButtonProps) => (
  <Button
    variant="outlined"
    startIcon={<RefreshOutlined />}
    loading={isFetching}
    loadingPosition="start"
    onClick={() => void onAsk()}
    {...button}
  >
    Atualizar
  </Button>
);
