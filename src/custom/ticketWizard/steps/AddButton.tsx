import AddOutlined from '@mui/icons-material/AddOutlined';
import CheckOutlined from '@mui/icons-material/CheckOutlined';
import DeleteOutlineOutlined from '@mui/icons-material/DeleteOutlineOutlined';
import Button from '@mui/material/Button';
import { useState } from 'react';

interface AddButtonProps {
  /** What is added, for screen readers. */
  name: string;
  added: boolean;
  /** Left out where it can only be removed. */
  onAdd?: () => void;
  onRemove: () => void;
}

/** 'Adicionar', then 'Adicionado', which removes again (document 000, section 4). */
export function AddButton({ name, added, onAdd, onRemove }: AddButtonProps) {
  const [over, setOver] = useState(false);
  if (!added)
    return (
      <Button
        variant="outlined"
        size="small"
        startIcon={<AddOutlined />}
        aria-label={`Adicionar ${name}`}
        onClick={onAdd}
        sx={{ minWidth: 118 }}
      >
        Adicionar
      </Button>
    );
  return (
    <Button
      variant="outlined"
      size="small"
      color={over ? 'error' : 'success'}
      startIcon={over ? <DeleteOutlineOutlined /> : <CheckOutlined />}
      aria-label={`Adicionado ${name}, remover`}
      onClick={onRemove}
      onMouseEnter={() => setOver(true)}
      onMouseLeave={() => setOver(false)}
      sx={{ minWidth: 118 }}
    >
      {over ? 'Remover' : 'Adicionado'}
    </Button>
  );
}
