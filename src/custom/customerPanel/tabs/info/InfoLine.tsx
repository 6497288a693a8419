import DeleteOutlined from '@mui/icons-material/DeleteOutlined';
import EditOutlined from '@mui/icons-material/EditOutlined';
import IconButton from '@mui/material/IconButton';
import type { CustomerDimension } from '../../../../../contract/callcenter/dimensions.ts';
import { Line } from '../../parts/Lines.tsx';

interface InfoLineProps {
  line: CustomerDimension;
  onEdit: () => void;
  onRemove: () => void;
}

export function InfoLine({ line, onEdit, onRemove }: InfoLineProps) {
  const name = `${line.dimensao}: ${line.descricao}`;
  return (
    <Line>
      <div className="main">
        <small>{line.dimensao}</small>
        {line.descricao}
        {line.observacao && <small style={{ whiteSpace: 'pre-line' }}>{line.observacao}</small>}
      </div>
      <small>{line.colaborador.nome}</small>
      <span>
        <IconButton aria-label={`Editar ${name}`} onClick={onEdit}>
          <EditOutlined fontSize="small" />
        </IconButton>
        <IconButton aria-label={`Excluir ${name}`} onClick={onRemove}>
          <DeleteOutlined fontSize="small" />
        </IconButton>
      </span>
    </Line>
  );
}
