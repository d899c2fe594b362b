import { ViewAsPartner } from '#client/features/session/view-as-partner.tsx'
import { StaffDashboard } from './dashboard/staff-dashboard.tsx'

export default function StaffDashboardPage() {
  return <StaffDashboard renderPartnerActions={(partner) => <ViewAsPartner partner={partner} />} />
}
