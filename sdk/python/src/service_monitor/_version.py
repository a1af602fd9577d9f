"""The version of this SDK, as it is sent."""

SDK_VERSION = "0.1.0"
