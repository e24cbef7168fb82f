from itinera.prompt import FormatPrompt

__all__ = ["FormatPrompt"]
