from itinera.blocks import Block, BlockOutput, BlockParams

__all__ = ["Block", "BlockOutput", "BlockParams"]
