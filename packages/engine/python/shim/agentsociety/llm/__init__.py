from itinera.llm import LLM

__all__ = ["LLM"]
