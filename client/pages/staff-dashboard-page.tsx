import { StaffDashboard } from '#client/features/dashboard/staff/staff-dashboard.tsx'
import { ViewAsPartner } from '#client/features/session/view-as-partner.tsx'

export default function StaffDashboardPage() {
  return <StaffDashboard renderPartnerActions={(partner) => <ViewAsPartner partner={partner} />} />
}
