namespace ServiceMonitor.Client.Location;

/// <summary>
/// The variables that say where a process runs; the first that is set counts: our own, then those that manifests pass
/// from the Kubernetes downward API or a Docker Swarm template, then those of orchestrators and clouds, then what
/// <c>OTEL_RESOURCE_ATTRIBUTES</c> says. The README's table is checked against this list.
/// </summary>
internal static class LocationVariables
{
    internal static readonly IReadOnlyList<LocationPart> Parts =
    [
        new("host", ["SERVICE_MONITOR_HOST", "FLY_MACHINE_ID", "WEBSITE_INSTANCE_ID"], ["host.name"]),
        new(
            "node",
            [
                "SERVICE_MONITOR_NODE", "KUBERNETES_NODE_NAME", "NODE_NAME", "MY_NODE_NAME", "K8S_NODE_NAME",
                "DOCKER_NODE_HOSTNAME", "NOMAD_NODE_NAME",
            ],
            ["k8s.node.name"]),
        new("zone", ["SERVICE_MONITOR_ZONE", "KUBERNETES_ZONE", "AVAILABILITY_ZONE", "NOMAD_DC"], ["cloud.availability_zone"]),
        new(
            "region",
            [
                "SERVICE_MONITOR_REGION", "AWS_REGION", "AWS_DEFAULT_REGION", "GOOGLE_CLOUD_REGION", "FLY_REGION",
                "REGION_NAME", "NOMAD_REGION", "RAILWAY_REPLICA_REGION",
            ],
            ["cloud.region"]),
        new(
            "cluster",
            ["SERVICE_MONITOR_CLUSTER", "KUBERNETES_CLUSTER_NAME", "K8S_CLUSTER_NAME", "CLUSTER_NAME", "ECS_CLUSTER"],
            ["k8s.cluster.name"]),
        new(
            "deployment",
            [
                "SERVICE_MONITOR_DEPLOYMENT", "KUBERNETES_DEPLOYMENT_NAME", "K8S_DEPLOYMENT_NAME", "K_REVISION", "K_SERVICE",
                "CONTAINER_APP_REVISION", "CONTAINER_APP_NAME", "WEBSITE_SITE_NAME", "FLY_APP_NAME", "RENDER_SERVICE_NAME",
                "RAILWAY_SERVICE_NAME", "HEROKU_APP_NAME", "NOMAD_JOB_NAME",
            ],
            ["k8s.deployment.name", "k8s.statefulset.name", "k8s.daemonset.name"]),
    ];

    /// <summary>Where one of these is set, the name of the machine is that of a container, or of nothing.</summary>
    internal static readonly IReadOnlyList<string> OfContainers =
    [
        "KUBERNETES_SERVICE_HOST", "ECS_CONTAINER_METADATA_URI", "ECS_CONTAINER_METADATA_URI_V4", "AWS_LAMBDA_FUNCTION_NAME",
        "K_SERVICE", "CONTAINER_APP_NAME", "WEBSITE_SITE_NAME", "FLY_APP_NAME", "DYNO", "RENDER", "RAILWAY_ENVIRONMENT",
        "RAILWAY_ENVIRONMENT_ID", "NOMAD_ALLOC_ID",
    ];
}
