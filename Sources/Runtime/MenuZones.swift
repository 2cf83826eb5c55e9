/// The zones that the menu on the display offers: at least one city for each offset that many people live with, and for
/// each rule of summer time there. The network and the client know all zones.
enum MenuZones {
    static let names = [
        "Pacific/Honolulu", "America/Anchorage", "America/Los_Angeles", "America/Phoenix",
        "America/Denver", "America/Mexico_City", "America/Chicago", "America/Bogota",
        "America/New_York", "America/Santiago", "America/Halifax", "America/Sao_Paulo", "UTC",
        "Europe/London", "Africa/Lagos", "Europe/Berlin", "Africa/Cairo", "Africa/Johannesburg",
        "Europe/Helsinki", "Europe/Istanbul", "Africa/Nairobi", "Asia/Tehran", "Asia/Dubai",
        "Asia/Karachi", "Asia/Kolkata", "Asia/Dhaka", "Asia/Bangkok", "Asia/Shanghai",
        "Australia/Perth", "Asia/Tokyo", "Australia/Brisbane", "Australia/Sydney",
        "Pacific/Auckland",
    ]
}
