import { createFileRoute } from '@tanstack/react-router';
import { DoctorScreen } from '#domains/doctor/ui/admin/doctor-screen.tsx';
import { adminHead } from '../-admin-head.ts';

export const Route = createFileRoute('/admin/_layout/doctor')({
  head: adminHead('Doctor'),
  component: DoctorScreen,
});
