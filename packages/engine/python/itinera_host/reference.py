"""The public names of the reference at version 1.5, and how each is provided: the modules that agents import, and the table of
docs/python-agents.md. Every row is the owner, "same", "differs" or "absent", names, and how or why."""

import difflib
from dataclasses import dataclass
from enum import Enum
from typing import Optional

from . import agents, blocks, categories, city, context, dispatcher, environment, llm, logger, memory, message, prompt, toolbox
from .absent import absent, refuse
from .enums import Status, TripMode

_INSTITUTIONS = "only people are simulated"
_SETUP = "asbench sets up and runs the experiment"
_CITY = "the city comes from the map"
_SURVEYS = "surveys and interviews are not supported"
_ECONOMY = "there is no economy"
_STORAGE = "asbench writes the results"
_PEOPLE = "the people come from the dataset"
_SEARCH = "searches work without a model"
_BLOCKS = "it belongs to the reference's own agent"
_SIMULATOR = "the simulator is part of asbench"
_DELIVERY = "asbench delivers the messages"
# The nearest way, by the reason why a name is absent.
_INSTEAD = {
    _INSTITUTIONS: "give the people's agent the rule, or keep the institution in a module-level object",
    _SETUP: "set it with options of `asbench run` or in its configuration",
    _CITY: "read `self.environment.map`",
    _SURVEYS: "ask the model with `self.llm.atext_request`",
    _ECONOMY: "keep money in `self.status`",
    _STORAGE: "note intentions with `log_intention`, events with `self.stream.add`",
    _PEOPLE: "read the profile with `self.status.get`",
    _SEARCH: "use `self.stream.search` or `self.status.search`",
    _BLOCKS: "extend DailyMobilityAgent or HurricaneMobilityAgent and decide in `forward`",
    _SIMULATOR: "use `self.environment` for the clock and schedules",
    _DELIVERY: "receive messages in `do_chat`",
}
# Names that never were in the reference, or had another name there, and what they mean.
_MEANT = {
    "StatusAttribute": "agentsociety.agent.MemoryAttribute",
    "StatusAttributes": "agentsociety.agent.MemoryAttribute",
    "CitizenAgent": "agentsociety_benchmark.benchmarks.DailyMobilityAgent",
    "json_repair": "agentsociety.agent.extract_json",
}

ROWS = [
    ("agentsociety.agent", "same", "Agent AgentType AgentToolbox CustomTool CitizenAgentBase BlockDispatcher DotDict FormatPrompt MemoryAttribute auto_deepcopy_dotdict context_to_dot_dict param_docs register_get", ""),
    ("agentsociety.agent", "differs", "AgentParams AgentContext BlockParams BlockContext BlockOutput", "attributes instead of pydantic models: values are not checked"),
    ("agentsociety.agent", "differs", "Block", "`block_memory` is a dictionary; `llm=` and `environment=` are accepted too; `set_agent` fills in toolbox and memory"),
    ("agentsociety.agent", "absent", "BankAgentBase FirmAgentBase GovernmentAgentBase IndividualAgentBase NBSAgentBase SupervisorBase", _INSTITUTIONS),
    ("agentsociety.agent.agent", "same", "CitizenAgentBase", ""),
    ("agentsociety.agent.agent", "absent", "BankAgentBase FirmAgentBase GovernmentAgentBase IndividualAgentBase InstitutionAgentBase NBSAgentBase SupervisorBase", _INSTITUTIONS),
    ("agentsociety.agent.agent_base", "same", "Agent AgentParams AgentToolbox AgentType GatherQuery extract_json", ""),
    ("agentsociety.agent.block", "same", "Block BlockOutput BlockParams", ""),
    ("agentsociety.agent.context", "same", "AgentContext BlockContext DotDict apply_auto_deepcopy_to_module auto_deepcopy_dotdict context_to_dot_dict", ""),
    ("agentsociety.agent.decorator", "same", "param_docs register_get", ""),
    ("agentsociety.agent.dispatcher", "differs", "BlockDispatcher DISPATCHER_PROMPT", "the prompt and the descriptions are worded differently"),
    ("agentsociety.agent.distribution", "absent", "ChoiceDistribution ConstantDistribution Distribution DistributionConfig DistributionType NormalDistribution UniformFloatDistribution UniformIntDistribution get_distribution sample_field_value", _PEOPLE),
    ("agentsociety.agent.memory_config_generator", "same", "MemoryAttribute", ""),
    ("agentsociety.agent.memory_config_generator", "absent", "MemoryConfig MemoryConfigGenerator default_memory_config_citizen default_memory_config_supervisor", _PEOPLE),
    ("agentsociety.agent.prompt", "same", "FormatPrompt", ""),
    ("agentsociety.agent.toolbox", "same", "AgentToolbox CustomTool", ""),
    ("agentsociety.cityagent", "absent", "BankAgent FirmAgent GovernmentAgent NBSAgent SocietyAgent SocietyAgentBlockOutput SocietyAgentConfig SocietyAgentContext default memory_config_bank memory_config_firm memory_config_government memory_config_nbs memory_config_societyagent", _BLOCKS),
    ("agentsociety.cityagent.societyagent", "absent", "SocietyAgent", _BLOCKS),
    ("agentsociety.cityagent.sharing_params", "absent", "SocietyAgentBlockOutput SocietyAgentConfig SocietyAgentContext", _BLOCKS),
    ("agentsociety.cityagent.blocks", "absent", "CognitionBlock EconomyBlock MobilityBlock NeedsBlock OtherBlock PlanBlock SocialBlock", _BLOCKS),
    ("agentsociety.cityagent.blocks.cognition_block", "absent", "CognitionBlock", _BLOCKS),
    ("agentsociety.cityagent.blocks.economy_block", "absent", "EconomyBlock EconomyBlockParams", _BLOCKS),
    ("agentsociety.cityagent.blocks.needs_block", "absent", "NeedsBlock", _BLOCKS),
    ("agentsociety.cityagent.blocks.other_block", "absent", "OtherBlock OtherBlockParams", _BLOCKS),
    ("agentsociety.cityagent.blocks.plan_block", "absent", "PlanBlock", _BLOCKS),
    ("agentsociety.cityagent.blocks.social_block", "absent", "SocialBlock SocialBlockParams", _BLOCKS),
    ("agentsociety.cityagent.blocks.mobility_block", "absent", "MobilityBlock MobilityBlockParams MoveBlock PlaceSelectionBlock gravity_model", _BLOCKS),
    ("agentsociety.cityagent.blocks.utils", "same", "clean_json_response", ""),
    ("agentsociety.configs", "absent", "AgentConfig AgentFilterConfig AgentsConfig Config EnvConfig EnvironmentConfig ExpConfig IndividualConfig InstitutionAgentClass TaskLoaderConfig WorkflowStepConfig WorkflowType load_config_from_file", _SETUP),
    ("agentsociety.configs.agent", "absent", "AgentConfig InstitutionAgentClass", _SETUP),
    ("agentsociety.configs.env", "absent", "EnvConfig", _SETUP),
    ("agentsociety.configs.exp", "absent", "AgentFilterConfig EnvironmentConfig ExpConfig WorkflowStepConfig WorkflowType", _SETUP),
    ("agentsociety.environment", "differs", "Environment", "created by asbench; see `self.environment`"),
    ("agentsociety.environment", "absent", "EnvironmentConfig EnvironmentStarter", _SETUP),
    ("agentsociety.environment", "absent", "EmptyMapData MapConfig MapData", _CITY),
    ("agentsociety.environment", "absent", "PersonService", _SIMULATOR),
    ("agentsociety.environment", "absent", "EconomyClient", _ECONOMY),
    ("agentsociety.environment.environment", "same", "Environment POI_START_ID", ""),
    ("agentsociety.environment.environment", "absent", "EnvironmentConfig EnvironmentStarter SimulatorConfig", _SETUP),
    ("agentsociety.environment.mapdata", "absent", "MapConfig MapData", _CITY),
    ("agentsociety.environment.economy", "absent", "EconomyClient", _ECONOMY),
    ("agentsociety.environment.sim", "absent", "CityClient PersonService", _SIMULATOR),
    ("agentsociety.environment.sim.person_service", "absent", "PersonService", _SIMULATOR),
    ("agentsociety.environment.utils.const", "same", "POI_CATG_DICT", ""),
    ("agentsociety.llm", "differs", "LLM", "created by asbench; see `self.llm`"),
    ("agentsociety.llm", "absent", "LLMConfig LLMProviderType", _SETUP),
    ("agentsociety.llm.llm", "same", "LLM", ""),
    ("agentsociety.llm.llm", "absent", "LLMConfig LLMProviderType", _SETUP),
    ("agentsociety.logger", "same", "get_logger set_logger_level", ""),
    ("agentsociety.memory", "differs", "KVMemory Memory StreamMemory", "created by asbench; see `self.memory`"),
    ("agentsociety.memory.const", "same", "PROFILE_ATTRIBUTES RelationType STATE_ATTRIBUTES SocialRelation", ""),
    ("agentsociety.memory.memory", "same", "KVMemory Memory MemoryNode StreamMemory", ""),
    ("agentsociety.message", "same", "MessageKind", ""),
    ("agentsociety.message", "differs", "Message", "`created_at` is simulated time"),
    ("agentsociety.message", "differs", "Messager", "created by asbench; see `self.messager`"),
    ("agentsociety.message", "absent", "MessageInterceptor", _SETUP),
    ("agentsociety.message.messager", "same", "Message MessageKind Messager", ""),
    ("agentsociety.message.message_interceptor", "absent", "MessageInterceptor", _SETUP),
    ("agentsociety.simulation", "absent", "AgentSociety", _SETUP),
    ("agentsociety.storage", "absent", "DatabaseConfig DatabaseWriter StorageDialog StorageDialogType StorageSurvey", _STORAGE),
    ("agentsociety.survey", "absent", "Survey SurveyManager", _SURVEYS),
    ("agentsociety.survey.models", "absent", "Page Question QuestionType Survey", _SURVEYS),
    ("agentsociety.taskloader", "absent", "Task TaskLoader TaskStatus", _SETUP),
    ("agentsociety.vectorstore", "absent", "VectorStore", _SEARCH),
    ("agentsociety_benchmark.benchmarks", "same", "DailyMobilityAgent HurricaneMobilityAgent", ""),
    ("agentsociety_benchmark.runner", "absent", "BenchmarkRunner", _SETUP),
    ("pycityproto.city.person.v2.motion_pb2", "same", "Status", ""),
    ("pycityproto.city.trip.v2.trip_pb2", "same", "TripMode", ""),
    ("self", "same", "id toolbox llm environment memory status stream params context blocks dispatcher gather_query gather_results get_functions default_params default_context init reset react_to_intervention before_forward before_blocks forward after_blocks after_forward close get_aoi_info get_nowtime update_motion save_agent_thought messager send_message_to_agent do_chat register_aoi_message cancel_aoi_message register_gather_query get_gather_results go_to_aoi movement_status", ""),
    ("self", "same", "ParamsType Context BlockOutputType StatusAttributes description status_summary", ""),
    ("self", "differs", "run", "ends with `status_summary`"),
    ("self", "differs", "database_writer", "is `None`"),
    ("self", "absent", "do_survey do_interview", _SURVEYS),
    ("self.dispatcher", "same", "blocks dispatcher_prompt memory toolbox register_blocks register_dispatcher_prompt dispatch", ""),
    ("self.toolbox", "same", "llm environment messager custom_tools add_tool add_custom_tool has_tool get_tool get_tool_object remove_tool list_tools get_tool_info get_all_tools_info", ""),
    ("self.toolbox", "differs", "database_writer", "is `None`"),
    ("self.toolbox", "absent", "embedding", _SEARCH),
    ("self.environment", "same", "map projector environment poi_cate poi_id_2_aoi_id get_datetime get_tick sense sense_aoi register_aoi_message cancel_aoi_message set_environment update_environment get_environment get_poi_cate get_aoi_ids get_log_list clear_log_list", ""),
    ("self.environment", "differs", "get_around_poi get_poi_categories", "the circle instead of the square around it, nearest first"),
    ("self.environment", "differs", "set_aoi_schedules get_person", "only for the agent itself; speeds and braking are not varied by person"),
    ("self.environment", "differs", "places", "not in the originals: the places that the person knows"),
    ("self.environment", "absent", "city_client add_person reset_person_position set_tick init close", _SIMULATOR),
    ("self.environment", "absent", "economy_client", _ECONOMY),
    ("self.environment.map", "same", "aois pois header poi_cate get_all_aois get_aoi get_all_pois get_poi get_poi_cate get_map_header get_projector", ""),
    ("self.environment.map", "differs", "query_aois query_pois", "the circle instead of the square around it, nearest first"),
    ("self.messager", "same", "send_message", ""),
    ("self.messager", "absent", "fetch_pending_messages fetch_received_messages set_received_messages message_interceptor set_message_interceptor get_subtopic_channel get_aoi_channel get_user_survey_channel get_user_chat_channel get_agent_chat_channel get_user_payback_channel", _DELIVERY),
    ("self.llm", "same", "atext_request prompt_tokens_used completion_tokens_used clear_log_list", ""),
    ("self.llm", "differs", "get_log_list", "`input_tokens` and `output_tokens` of each answer"),
    ("self.llm", "absent", "configs", _SETUP),
    ("self.memory", "same", "status stream", ""),
    ("self.memory", "absent", "initialize_embeddings", _SEARCH),
    ("self.status", "same", "get update export", ""),
    ("self.status", "absent", "initialize_embeddings should_embed", _SEARCH),
    ("self.status", "differs", "search", "BM25 instead of embeddings"),
    ("self.stream", "same", "add get_by_ids get_all add_cognition_to_memory get_related_cognition format_memory", ""),
    ("self.stream", "differs", "search search_today", "BM25; the originals find nothing"),
]


class RelationType(str, Enum):
    FRIEND = "friend"
    FAMILY = "family"
    COLLEAGUE = "colleague"
    FOLLOWER = "follower"
    FOLLOWING = "following"


@dataclass
class SocialRelation:
    target_id: int
    kind: RelationType
    source_id: Optional[int] = None
    strength: Optional[float] = 0.0


def clean_json_response(response: str) -> str:
    """Returns the text without code fences and `json` marks."""
    return response.replace("```json", "").replace("```", "").strip()


_TEXTS = "name gender education skill occupation family_consumption consumption personality residence race city religion"
PROFILE_ATTRIBUTES = {
    **dict.fromkeys(_TEXTS.split() + ["marriage_status", "background_story"], ""),
    **dict.fromkeys(("age", "income", "currency"), 0.0),
    "social_network": [],
}
STATE_ATTRIBUTES = {
    "id": -1, "attribute": {}, "home": {}, "work": {}, "schedules": [], "vehicle_attribute": {}, "bus_attribute": {},
    "pedestrian_attribute": {}, "bike_attribute": {}, "status": 0, "position": {}, "v": 0.0, "direction": 0.0,
    "activity": "", "l": 0.0, "survey_responses": [],
}

# The classes of what agents hold; the benchmark's base of `self` comes later.
KINDS = {
    "self": agents.MobilityAgent,
    "self.dispatcher": dispatcher.BlockDispatcher,
    "self.environment": environment.Environment,
    "self.environment.map": city.City,
    "self.llm": llm.LLM,
    "self.memory": memory.Memory,
    "self.messager": message.Messager,
    "self.status": memory.KVMemory,
    "self.stream": memory.StreamMemory,
    "self.toolbox": toolbox.AgentToolbox,
}


def _instead(why):
    return f", since {why}; instead, {_INSTEAD[why]}"


for _owner, _state, _lacking, _why in ROWS:
    for _name in _lacking.split() if _state == "absent" and _owner in KINDS else ():
        refuse(KINDS[_owner], _name, f"{_owner}.{_name}".replace("self.", "", 1), _instead(_why))

_SOURCES = (agents, blocks, categories, context, dispatcher, environment, llm, logger, memory, message, prompt, toolbox)
# More that the modules contain: values of enums, and names for types.
_MORE = {
    "agentsociety.agent": {"Memory": memory.Memory, "extract_json": agents.extract_json},
    "agentsociety.memory": {"MemoryNode": memory.MemoryNode},
    "pycityproto.city.person.v2.motion_pb2": dict(Status.items()),
    "pycityproto.city.trip.v2.trip_pb2": dict(TripMode.items()),
}


def modules():
    """Returns the contents of the modules of the reference; a task's bases are not among them."""
    known = {name: value for source in _SOURCES for name, value in vars(source).items()}
    known.update(globals())
    made = {}
    for owner, state, names, why in ROWS:
        if owner.startswith("self"):
            continue
        contents = made.setdefault(owner, {})
        for name in names.split():
            if state == "absent":
                contents[name] = absent(name, _instead(why))
            elif name in known:
                contents[name] = known[name]
    for owner, more in _MORE.items():
        made[owner].update(more)
    return made


def lacking():
    """Returns the names that are not supported, with their owners, and for each why, and the nearest way."""
    return {f"{owner}.{name}": _instead(why) for owner, state, names, why in ROWS if state == "absent" for name in names.split()}


def nearest(name):
    """Returns the provided name that is meant by one that does not exist; None if none is alike."""
    if name in _MEANT:
        return _MEANT[name]
    provided = {
        each: f"{owner}.{each}"
        for owner, state, names, _ in ROWS
        if state != "absent" and not owner.startswith("self")
        for each in names.split()
    }
    return next((provided[each] for each in difflib.get_close_matches(name, provided, 1, 0.75)), None)


def table():
    """Returns the table of docs/python-agents.md: the names that differ or are absent, by package."""
    package = {owner: owner if owner.startswith("self") else ".".join(owner.split(".")[:2]) for owner, *_ in ROWS}
    provided = {package[owner] for owner, state, *_ in ROWS if state != "absent"}
    differing, absent = {}, {}
    for owner, state, names, note in ROWS:
        shown = {f"`{name}`": None for name in names.split()}
        if state == "differs":
            differing.setdefault((package[owner], note), {}).update(shown)
        elif state != "same":
            named = absent.setdefault(note, {}).setdefault(package[owner], {})
            named.update(shown if package[owner] in provided else {"all": None})
    lines = ["| package or object | names | how or why |", "|---|---|---|"]
    lines += [f"| `{owner}` | {', '.join(names)} | {note} |" for (owner, note), names in differing.items()]
    for note, owners in absent.items():
        listed = "; ".join(f"`{owner}`: {', '.join(names)}" for owner, names in owners.items())
        lines.append(f"| absent | {listed} | {note} |")
    return "\n".join(lines) + "\n"
