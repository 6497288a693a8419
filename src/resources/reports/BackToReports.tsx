import Button from '@mui/material/Button';
import { Link } from 'react-router-dom';

export const BackToReports = () => (
  <Button variant="outlined" component={Link} to="/relatorios">
    Ver os relatórios
  </Button>
);
