"""The options that have a variable. The README's table holds the same names; a test compares them."""

SETTINGS = {
    "enabled": "SERVICE_MONITOR_ENABLED",
    "base_url": "SERVICE_MONITOR_URL",
    "api_key": "SERVICE_MONITOR_API_KEY",
    "service_name": "SERVICE_MONITOR_SERVICE",
    "environment": "SERVICE_MONITOR_ENVIRONMENT",
    "version": "SERVICE_MONITOR_VERSION",
    "instance_id": "SERVICE_MONITOR_INSTANCE_ID",
    "hostname": "SERVICE_MONITOR_HOSTNAME",
    "port": "SERVICE_MONITOR_PORT",
    "url": "SERVICE_MONITOR_INSTANCE_URL",
    "heartbeat_interval": "SERVICE_MONITOR_HEARTBEAT_INTERVAL",
    "enable_metrics": "SERVICE_MONITOR_ENABLE_METRICS",
    "enable_request_tracking": "SERVICE_MONITOR_ENABLE_REQUEST_TRACKING",
}
